import { type FormEvent, type InputHTMLAttributes, use, useId, useState } from "react";
import { FieldErrors } from "./form-errors.ts";

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "required"> {
  name: string;
  label: React.ReactNode;
  hint?: React.ReactNode;
  isRequired?: boolean;
  /** Letters of equal width, for keys and codes. */
  mono?: boolean;
}

/** A line to be typed, with its label, a hint and what is wrong with it: what Field is, without the library of controls. */
export function PlainField({ label, hint, isRequired, mono, ...rest }: Props) {
  const id = useId();
  const { [rest.name]: sentence = "" } = use(FieldErrors);
  const [validationMessage, setValidationMessage] = useState("");
  const problem = validationMessage || sentence;
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(" ");
  const refuse = (event: FormEvent<HTMLInputElement>) => {
    // The sentence stands at the field, where it stays; the browser's own bubble would go.
    event.preventDefault();
    const input = event.currentTarget;
    setValidationMessage(input.validationMessage);
    if (input.form?.querySelector(":invalid") === input) input.focus();
  };
  return (
    <div className="field" data-invalid={problem ? true : undefined}>
      <label className="label" htmlFor={id}>{label}</label>
      <input
        {...rest}
        id={id}
        required={isRequired}
        className={`input${mono ? " input-mono" : ""}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={described || undefined}
        onInvalid={refuse}
        onInput={() => setValidationMessage("")}
      />
      {hint && <span id={`${id}-hint`} className="hint">{hint}</span>}
      {problem && <span id={`${id}-problem`} className="field-error">{problem}</span>}
    </div>
  );
}
