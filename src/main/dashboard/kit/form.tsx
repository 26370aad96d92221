import { useEffect, useMemo, useRef, useState } from "react";
import { setLeaveGuard } from "../base/address.ts";
import { ApiError, type FieldError } from "../base/errors.ts";
import { t } from "../base/words.ts";
import { FailureNote } from "./failure.tsx";
import { FieldErrors } from "./field-errors.ts";

interface Props {
  onSubmit: (values: Record<string, string>) => void;
  /** What the last attempt ended in; errors at fields are shown there, the rest above the form. */
  error?: Error | null;
  /** True when leaving the page would lose something. */
  unsaved?: boolean;
  label?: string;
  children: React.ReactNode;
}

/** A form whose fields show the server's errors by their name; the first of them is focused. */
export function Form({ onSubmit, error, unsaved = false, label, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const fields = error instanceof ApiError ? error.fields : [];
  const [changed, change] = useState<{ since: typeof error; names: string[] }>({ since: error, names: [] });
  const known = changed.since === error ? changed.names : [];
  const sentences = useMemo(() => byField(fields.filter(({ field }) => !known.includes(field))), [error, changed]);
  useLeaveGuard(unsaved);
  useEffect(() => {
    if (!error) return;
    const first = ["[data-invalid] input, [data-invalid] textarea, [data-invalid] button", "[role=alert]"]
      .map((selector) => form.current?.querySelector<HTMLElement>(selector))
      .find((element) => element);
    first?.focus();
  }, [error]);
  return (
    <form
      ref={form}
      className="form"
      aria-label={label}
      onInput={({ target }) => {
        const { name } = target as HTMLInputElement;
        if (sentences[name]) change({ since: error, names: [...known, name] });
      }}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
      }}
    >
      {error && <FailureNote error={error} fieldsElsewhere={areShown(form.current, fields)} />}
      <FieldErrors value={sentences}>{children}</FieldErrors>
    </form>
  );
}

/** Names of fields, as the API writes them, with their sentences. */
function byField(errors: FieldError[]): Record<string, string> {
  const fieldToSentence: Record<string, string> = {};
  errors.forEach(({ field, message }) => {
    fieldToSentence[field] = fieldToSentence[field] ? `${fieldToSentence[field]} ${message}` : message;
  });
  return fieldToSentence;
}

/** True when each error is shown at a field of this form. */
function areShown(form: HTMLFormElement | null, errors: FieldError[]) {
  return errors.length > 0 && errors.every(({ field }) => form?.elements.namedItem(field));
}

/** Asks before changes are lost: within the application and when the tab is closed. */
export function useLeaveGuard(unsaved: boolean) {
  useEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    setLeaveGuard(() => confirm(t("kit.unsaved")));
    globalThis.addEventListener("beforeunload", warn);
    return () => {
      setLeaveGuard(undefined);
      globalThis.removeEventListener("beforeunload", warn);
    };
  }, [unsaved]);
}
