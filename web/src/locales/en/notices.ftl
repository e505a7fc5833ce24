### Notifications by email and push, and the pages that emails link to.

error-no_push = This server does not send notifications.
error-bad_device = Notifications cannot be sent to this browser. Try another one.
