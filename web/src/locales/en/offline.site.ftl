### Use without a connection, and new versions.

offline-keep = Make available offline
offline-saving = Saving for offline use: { $done } of { $all } files
offline-ready = Available offline
offline-failed-connection = Couldn’t save for offline use: the connection was lost.
offline-failed-changed = Couldn’t save for offline use: there is a new version. Reload the page and try again.
offline-failed-storage = Couldn’t save for offline use: there isn’t enough free space.
update-ready = A new version is available.
update-now = Reload
static-note = Your games stay on this device.
