import type { Call } from "./call.ts";

/** The state of a call and what has been received so far. */
export interface Outcome {
  isRunning: boolean;
  /** Milliseconds from the call to the end of the answer. */
  durationMs: number;
  status?: number;
  headers?: [string, string][];
  /** The body as text; of a file only its size and a link are kept. */
  text?: string;
  file?: { address: string; size: number; type: string };
  /** The browser's words when no answer came. */
  failure?: string;
}

/** A stream may go on for ever: the page keeps so much of it. */
const MAX_TEXT = 1_000_000;

/** Calls the server without the cookie, as a program would, and reports what has been received so far. */
export async function perform(
  call: Call,
  file: File | undefined,
  signal: AbortSignal,
  onProgress: (outcome: Outcome) => void,
) {
  const start = performance.now();
  const durationMs = () => Math.round(performance.now() - start);
  let outcome: Outcome = { isRunning: true, durationMs: 0 };
  const add = (change: Partial<Outcome>) => onProgress(outcome = { ...outcome, durationMs: durationMs(), ...change });
  add({});
  try {
    const answer = await fetch(call.url, {
      method: call.method,
      headers: call.headers,
      credentials: "omit",
      redirect: "follow",
      signal,
      body: call.fileField ? form(call.fileField, file) : call.body ?? null,
    });
    add({ status: answer.status, headers: [...answer.headers] });
    const type = answer.headers.get("Content-Type") ?? "";
    if (isText(type)) {
      await readText(answer, (text) => add({ text }));
    } else {
      const bytes = await answer.blob();
      if (bytes.size > 0) add({ file: { address: URL.createObjectURL(bytes), size: bytes.size, type } });
    }
    add({ isRunning: false });
  } catch (error) {
    add({ isRunning: false, ...(signal.aborted ? {} : { failure: String(error) }) });
  }
}

function form(field: string, file: File | undefined) {
  const form = new FormData();
  if (file) form.set(field, file);
  return form;
}

const isText = (type: string) => /json|text|xml|javascript|x-www-form|^$/.test(type);

async function readText(answer: Response, onProgress: (text: string) => void) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text = (text + part.value).slice(0, MAX_TEXT);
    onProgress(text);
  }
}
