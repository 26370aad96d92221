import { useEffect } from "react";
import { setLeaveGuard } from "../base/address.ts";
import { ApiError, type FieldError } from "../base/errors.ts";
import { t } from "../base/words.ts";

/** The mistakes the server found in single fields. */
export function fieldsOf(error: Error | null | undefined): FieldError[] {
  return error instanceof ApiError ? error.fields : [];
}

/** Focuses the first field with a mistake, else the sentence above the form. */
export function focusFirstError(form: HTMLFormElement | null) {
  ["[data-invalid] input, [data-invalid] textarea, [data-invalid] button", "[role=alert]"]
    .map((selector) => form?.querySelector<HTMLElement>(selector))
    .find((element) => element)
    ?.focus();
}

/** Names of fields, as the API writes them, with what is said of each. */
export function byField(errors: FieldError[]): Record<string, string> {
  const fieldToSentence: Record<string, string> = {};
  errors.forEach(({ field, message }) => {
    fieldToSentence[field] = fieldToSentence[field] ? `${fieldToSentence[field]} ${message}` : message;
  });
  return fieldToSentence;
}

/** True when each error is shown at a field of this form. */
export function areShown(form: HTMLFormElement | null, errors: FieldError[]) {
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
