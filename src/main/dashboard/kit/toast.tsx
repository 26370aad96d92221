import { useSyncExternalStore } from "react";
import { t } from "../base/words.ts";
import { PlainButton } from "./plain-button.tsx";
import { sentenceOf } from "./failure.tsx";
import { Icon } from "./icon.tsx";

interface Toast {
  id: number;
  text: string;
  isFailure: boolean;
}

let toasts: Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();

function set(next: Toast[]) {
  toasts = next;
  listeners.forEach((listener) => listener());
}

function add(text: string, isFailure: boolean) {
  const toast = { id: ++count, text, isFailure };
  set([...toasts.filter((each) => each.text !== text), toast].slice(-4));
  return toast;
}

const close = (id: number) => set(toasts.filter((toast) => toast.id !== id));

/** Says for six seconds that something is done. */
export function say(text: string) {
  const { id } = add(text, false);
  setTimeout(() => close(id), 6000);
}

/** Says that something failed, until somebody closes it. */
export function sayFailure(error: Error | string) {
  add(typeof error === "string" ? error : sentenceOf(error), true);
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
          <span className="grow">{toast.text}</span>
          <PlainButton look="quiet" icon="close" aria-label={t("kit.close")} onPress={() => close(toast.id)} />
        </div>
      ))}
    </div>
  );
}
