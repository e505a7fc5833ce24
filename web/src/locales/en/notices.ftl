### Notices by letter and push, and the pages that links in letters lead to.

error-no_push = This server sends no notifications.
error-bad_device = Notifications cannot be sent to this browser. Try another one.
