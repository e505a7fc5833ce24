// Repeated requests of a page that the server does not keep up to date.

/** Runs a task now, and then at intervals and on returning to the page, while the page is visible. Returns what ends this. */
export function repeat(task: () => unknown, intervalMs: number): () => void {
  const run = () => void (document.visibilityState === "visible" && task());
  run();
  const timer = setInterval(run, intervalMs);
  document.addEventListener("visibilitychange", run);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", run);
  };
}
