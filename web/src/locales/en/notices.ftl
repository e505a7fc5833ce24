### Notifications by email and push, and the pages that emails link to.

error-no_push = This server doesn’t send notifications.
error-bad_device = This browser can’t receive notifications. Try another one.
