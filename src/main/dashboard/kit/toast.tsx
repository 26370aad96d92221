import { useSyncExternalStore } from "react";
import { ApiError } from "../base/errors.ts";
import { t } from "../base/words.ts";
import { PlainButton } from "./form/plain-button.tsx";
import { RequestId, sentenceOf } from "./failure.tsx";
import { Icon } from "./icon.tsx";

interface Toast {
  id: number;
  text: string;
  isFailure: boolean;
  /** Of the request that failed; empty when there was none. */
  requestId: string;
}

/** Of more than these, those that say that something is done go first. One that says a failure stays until somebody closes it. */
const MAX_TOASTS = 4;

let toasts: Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

function set(next: Toast[]) {
  toasts = next;
  listeners.forEach((listener) => listener());
}

function add(text: string, isFailure: boolean, requestId = "") {
  const toast = { id: ++count, text, isFailure, requestId };
  const all = [...toasts.filter((each) => each.text !== text), toast];
  const maxDone = Math.max(1, MAX_TOASTS - all.filter((each) => each.isFailure).length);
  const done = all.filter((each) => !each.isFailure).slice(-maxDone);
  set(all.filter((each) => each.isFailure || done.includes(each)));
  return toast;
}

const close = (id: number) => set(toasts.filter((toast) => toast.id !== id));

/** Shows for six seconds that something is done. */
export function showToast(text: string) {
  const { id } = add(text, false);
  setTimeout(() => close(id), 6000);
}

/** Shows that something failed, with the request's id for whoever has to find it, until somebody closes it. */
export function showFailure(error: Error | string) {
  const requestId = error instanceof ApiError ? error.requestId : "";
  add(typeof error === "string" ? error : sentenceOf(error), true, requestId);
}

/** The place where the sentences appear; the shell has one. */
export function Toasts() {
  const shown = useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, () => toasts);
  return (
    <div className="toasts" role="log" aria-live="polite" aria-label={t("kit.toasts")}>
      {shown.map((toast) => (
        <div
          key={toast.id}
          className={`toast toast-${toast.isFailure ? "bad" : "good"}`}
          role={toast.isFailure ? "alert" : undefined}
        >
          <Icon name={toast.isFailure ? "warning" : "check"} />
          <div className="grow">
            {toast.text}
            {toast.requestId && <RequestId id={toast.requestId} />}
          </div>
          <PlainButton variant="quiet" icon="close" aria-label={t("kit.close")} onPress={() => close(toast.id)} />
        </div>
      ))}
    </div>
  );
}
