import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea } from "react-aria-components/TextArea";
import { useFieldError } from "./form-errors.ts";
import { TextField, type TextFieldProps } from "react-aria-components/TextField";

interface Props extends Omit<TextFieldProps, "className" | "style" | "children"> {
  label: string;
  hint?: React.ReactNode;
  placeholder?: string;
  /** More than one line: so many are shown at first. */
  lines?: number;
  /** Letters of equal width, for keys and addresses. */
  mono?: boolean;
}

/** A text to be typed, with its label, a hint and the error the server found; inside a Form its name connects it. */
export function Field({ label, hint, placeholder, lines, mono, ...rest }: Props) {
  const inputClass = `input${mono ? " input-mono" : ""}`;
  const error = useFieldError(rest.name);
  return (
    <TextField {...rest} {...error.props} className="field">
      <Label className="label">{label}</Label>
      {lines
        ? <TextArea className={inputClass} rows={lines} placeholder={placeholder} />
        : <Input className={inputClass} placeholder={placeholder} />}
      {hint && <Text slot="description" className="hint">{hint}</Text>}
      <FieldError className="field-error">{error.sentence}</FieldError>
    </TextField>
  );
}
