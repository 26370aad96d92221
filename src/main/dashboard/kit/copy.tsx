import { useState } from "react";
import { t } from "../base/words.ts";
import { PlainButton } from "./form/plain-button.tsx";

interface Props {
  text: string;
  label?: string;
  autoFocus?: boolean;
  children?: React.ReactNode;
}

/** Copies a text; says so for two seconds, aloud too. */
export function CopyButton({ text, label, autoFocus, children }: Props) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!await copyText(text)) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <>
      <PlainButton
        variant="quiet"
        icon={copied ? "check" : "copy"}
        onPress={copy}
        autoFocus={autoFocus}
        aria-label={children ? undefined : label ?? t("kit.copy")}
      >
        {children}
      </PlainButton>
      <span className="unseen" role="status">{copied ? t("kit.copied") : ""}</span>
    </>
  );
}

/** Answers whether the text is in the clipboard. Browsers offer it on https and localhost only, and may refuse it there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

/** Copies a selection, which stands beside what has the focus: a dialog takes the focus back from whatever is outside it. */
function copySelection(text: string): boolean {
  const before = document.activeElement as HTMLElement | null;
  const area = document.createElement("textarea");
  area.className = "unseen";
  area.value = text;
  (before?.parentElement ?? document.body).append(area);
  area.select();
  area.focus();
  const isCopied = document.execCommand("copy");
  area.remove();
  before?.focus();
  return isCopied;
}
