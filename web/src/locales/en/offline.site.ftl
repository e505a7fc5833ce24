### Use without a connection.

static-note = Your games stay on this device.
