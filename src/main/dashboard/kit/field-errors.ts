import { createContext, useContext } from "react";

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
