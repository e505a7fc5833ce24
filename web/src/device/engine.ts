// The engine's modules, and the workers that run them.

import { players, tables } from "virtual:engine";
import type { LinkProblem } from "../shared/protocol";
import { ApiError } from "../shared/refusal";

/** The engine's reply to a request. */
export interface EngineReply {
  id: number;
  text?: string;
  error?: { code: string; message: string; link?: LinkProblem };
  /** A request to send to the computer players; its reply is the reply to this one. */
  forward?: { path: string; body: string };
}

/** Everything to do after a request, in the order of the fields (crates/web-engine/src/requests.rs). */
export interface Output {
  replies?: EngineReply[];
  /** Messages to the client. */
  sends?: string[];
  /** The table to store. */
  write?: { table: string; text: string; summary: unknown };
  /** A decision of a computer player. */
  think?: { number: number; job: string };
  /** Milliseconds until the engine must be woken. */
  wake_in?: number;
  /** Errors for the console. */
  problems?: string[];
}

/** Returns whether this client was built with the engine and the browser can run it. */
export const hasEngine = (): boolean => tables !== null && players !== null && "WebAssembly" in globalThis && "Worker" in globalThis;

/** Returns the error of a refused request. */
export const refusedBy = ({ code, message, link }: NonNullable<EngineReply["error"]>): ApiError =>
  new ApiError(code, message, 0, undefined, undefined, link);

const noEngine = (message: string): ApiError => new ApiError("no_engine", message, 0);

async function compile(address: string | null): Promise<WebAssembly.Module> {
  if (address === null) throw noEngine("this client was built without the engine");
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    // Compiling while loading needs the right content type, which not every static host sends.
    const isTyped = response.headers.get("content-type")?.startsWith("application/wasm");
    return await (isTyped ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
  } catch (problem) {
    throw noEngine(`the engine cannot be loaded: ${problem}`);
  }
}

/** A module that is compiled once; after a failure the next caller tries again. */
class Module {
  private compiled: Promise<WebAssembly.Module> | null = null;

  constructor(private readonly address: string | null) {}

  get(): Promise<WebAssembly.Module> {
    this.compiled ??= compile(this.address).catch((problem) => {
      this.compiled = null;
      throw problem;
    });
    return this.compiled;
  }
}

export const MODULES = { tables: new Module(tables), players: new Module(players) };

/** An answer of the worker: an output, or the reason why its engine failed. */
export type WorkerAnswer = { output: Output } | { failed: string };

interface Waiting {
  done: (output: Output) => void;
  fail: (problem: unknown) => void;
}

/** A worker with an engine. If the engine fails, all its requests do, and the worker must be replaced. */
export class EngineWorker {
  private worker: Worker | null = null;
  private readonly waiting: Waiting[] = [];
  /** Requests from the time before the module was ready. */
  private unsent: object[] = [];
  private failure: unknown = null;

  constructor(module: keyof typeof MODULES) {
    MODULES[module].get().then((compiled) => this.start(compiled), (problem) => this.fail(problem));
  }

  /** Sends a request; requests are handled in order. */
  handle(request: object): Promise<Output> {
    if (this.failure !== null) return Promise.reject(this.failure);
    if (this.worker) this.worker.postMessage(request);
    else this.unsent.push(request);
    return new Promise((done, fail) => this.waiting.push({ done, fail }));
  }

  /** Ends the worker; requests in progress fail. */
  end(): void {
    this.fail(new DOMException("the engine was stopped", "AbortError"));
  }

  private start(module: WebAssembly.Module): void {
    if (this.failure !== null) return;
    this.worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
      if ("failed" in data) this.fail(new Error(data.failed));
      else this.waiting.shift()?.done(data.output);
    };
    this.worker.onerror = (event) => this.fail(new Error(event.message));
    this.worker.postMessage(module);
    for (const request of this.unsent) this.worker.postMessage(request);
    this.unsent = [];
  }

  private fail(problem: unknown): void {
    this.failure ??= problem;
    this.worker?.terminate();
    this.worker = null;
    for (const { fail } of this.waiting.splice(0)) fail(this.failure);
  }
}
