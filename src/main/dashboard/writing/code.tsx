import { html } from "@codemirror/lang-html";
import { t } from "../base/words.ts";
import Editor from "./editor.tsx";

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

const extensions = [html()];

/** HTML to be written as code. */
export default function Code(props: Props) {
  return <Editor {...props} hint={t("writing.codeHint")} extensions={extensions} />;
}
