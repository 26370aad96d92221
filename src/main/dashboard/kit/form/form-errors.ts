import { createContext, useContext, useLayoutEffect } from "react";
import { ApiError, type FieldError } from "../../base/errors.ts";
import { addLeaveGuard } from "../../base/unsaved.ts";
import { t } from "../../base/words.ts";
import { translate } from "../server-words.ts";

/** The errors the server found in single fields. */
export function fieldsOf(error: Error | null | undefined): FieldError[] {
  return error instanceof ApiError ? error.fields : [];
}

/** The error of fields that the page finds by itself, which a form shows as it shows those of the server; null for none. */
export function errorOfFields(fieldToSentence: [string, string][]): ApiError | null {
  const errors = fieldToSentence.map(([field, message]) => ({ field, message, code: "custom" }));
  return errors.length > 0 ? new ApiError(422, { error: { errors } }, undefined) : null;
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
    const sentence = translate(message);
    fieldToSentence[field] = fieldToSentence[field] ? `${fieldToSentence[field]} ${sentence}` : sentence;
  });
  return fieldToSentence;
}

/** True when each error is shown at a field of this form. */
export function areShown(form: HTMLFormElement | null, errors: FieldError[]) {
  return errors.length > 0 && errors.every(({ field }) => form?.elements.namedItem(field));
}

/** Asks before changes are lost: within the application and when the tab is closed. Ends when the page shows that they are saved. */
export function useLeaveGuard(unsaved: boolean) {
  useLayoutEffect(() => {
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    const end = addLeaveGuard(() => confirm(t("kit.unsaved")));
    globalThis.addEventListener("beforeunload", warn);
    return () => {
      end();
      globalThis.removeEventListener("beforeunload", warn);
    };
  }, [unsaved]);
}

/** The sentences of the server about the fields of a form, by the names of the fields. */
export const FieldErrors = createContext<Record<string, string>>({});

/**
 * The sentence about one field, and what makes the field show it. It stays until the field is changed: what vanishes when the field
 * is left moves the button under the pointer that is about to press it.
 */
export function useFieldError(name: string | undefined) {
  const sentence = useContext(FieldErrors)[name ?? ""];
  return { sentence, props: sentence ? { isInvalid: true, validationBehavior: "aria" as const } : {} };
}
