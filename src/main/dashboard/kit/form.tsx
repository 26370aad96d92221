import { useEffect, useRef } from "react";
import { Form as AriaForm } from "react-aria-components/Form";
import { setLeaveGuard } from "../base/address.ts";
import { ApiError, type FieldError } from "../base/errors.ts";
import { t } from "../base/words.ts";
import { FailureNote } from "./failure.tsx";

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
  useLeaveGuard(unsaved);
  useEffect(() => {
    if (!error) return;
    const first = ["[data-invalid] input, [data-invalid] textarea, [data-invalid] button", "[role=alert]"]
      .map((selector) => form.current?.querySelector<HTMLElement>(selector))
      .find((element) => element);
    first?.focus();
  }, [error]);
  return (
    <AriaForm
      ref={form}
      className="form"
      aria-label={label}
      validationErrors={byField(fields)}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
      }}
    >
      {error && <FailureNote error={error} fieldsElsewhere={known(form.current, fields)} />}
      {children}
    </AriaForm>
  );
}

/** Names of fields, as the API writes them, with their sentences. */
function byField(errors: FieldError[]): Record<string, string[]> {
  const fieldToSentences: Record<string, string[]> = {};
  errors.forEach(({ field, message }) => (fieldToSentences[field] ??= []).push(message));
  return fieldToSentences;
}

/** True when each error is shown at a field of this form. */
function known(form: HTMLFormElement | null, errors: FieldError[]) {
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
