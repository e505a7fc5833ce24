# Functions for scripts that test against their own server. Source this file in the root of the repository.

# Sets `binary` to the absolute path of the given program, or else of the release build, or else of the debug build.
find_binary() {
    local target=${CARGO_TARGET_DIR:-target} path
    local paths=("$target/release/bastide" "$target/debug/bastide")
    [ -z "${1:-}" ] || paths=("$1")
    for path in "${paths[@]}"; do
        [ -x "$path" ] && binary=$(realpath "$path") && return
    done
    echo "found no server binary; build it first: cargo build --release" >&2
    exit 2
}

# Starts a server on a free port with a temporary data folder and the given options; it deals the same games every time. Sets `address` and
# `data`; the log is `$data/log`. The server stops when the script exits.
start_server() {
    data=$(mktemp -d)
    trap stop_server EXIT
    # The log may be read below before the server has created it.
    : >"$data/log"
    "$binary" serve --data "$data" --port 0 --deals 1 "$@" >"$data/log" 2>&1 &
    server=$!
    address=
    for _ in $(seq 600); do
        address=$(sed -n 's/^Bastide is at \(http[^ ]*\).*/\1/p' "$data/log")
        [ -n "$address" ] && return
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    cat "$data/log" >&2
    exit 1
}

stop_server() {
    { kill "$server" && wait "$server"; } 2>/dev/null || true
    rm -rf "$data"
}
