import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { CopyButton } from "../kit/copy.tsx";
import { Note } from "../kit/failure.tsx";

/** The codes that open the account without the app; shown once. */
export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const text = codes.join("\n");
  return (
    <>
      <Note tone="watch">{t("account.codesOnce")}</Note>
      <ol className="account-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="dialog-actions">
        <CopyButton text={text}>{t("kit.copy")}</CopyButton>
        <a
          className="button button-plain"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text + "\n")}`}
          download="godwit-recovery-codes.txt"
        >
          {t("account.codesSave")}
        </a>
        <Button variant="main" onPress={onClose}>{t("account.codesStored")}</Button>
      </div>
    </>
  );
}
