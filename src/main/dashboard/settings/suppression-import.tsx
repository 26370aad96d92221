import { useState } from "react";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { FailureNote, Note } from "../kit/failure.tsx";
import { translate } from "../kit/server-words.ts";
import type { SuppressionImported } from "../generated/api.ts";

type Imported = SuppressionImported;

export function ImportSuppressions({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog title={t("settings.sup.import")} isOpen={isOpen} onClose={onClose}>
      <Import onClose={onClose} />
    </Dialog>
  );
}

function Import({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const read = useChange("post", "/suppressions/import", { refreshes: ["/suppressions"] });
  const start = () => {
    const form = new FormData();
    form.append("file", file!);
    read.mutate({ body: form });
  };
  if (read.data) return <Result result={read.data} onClose={onClose} />;
  return (
    <>
      <p>{t("settings.sup.importText")}</p>
      <div className="row-wrap">
        <FileTrigger
          acceptedFileTypes={[".csv", ".json", "text/csv", "application/json"]}
          onSelect={(files) => setFile(files?.[0])}
        >
          <Button icon="upload">{t("settings.sup.choose")}</Button>
        </FileTrigger>
        <span className="truncated" role="status">{file?.name ?? t("settings.sup.noFile")}</span>
      </div>
      {read.error && <FailureNote error={read.error} />}
      <div className="dialog-actions">
        <Button onPress={onClose}>{t("kit.cancel")}</Button>
        <Button variant="main" isDisabled={!file} isPending={read.isPending} onPress={start}>
          {t("settings.sup.read")}
        </Button>
      </div>
    </>
  );
}

function Result({ result, onClose }: { result: Imported; onClose: () => void }) {
  return (
    <>
      <Note tone={result.invalid > 0 ? "watch" : "good"}>
        <p>{t("settings.sup.imported", { count: result.imported })}</p>
        {result.existing > 0 && <p>{t("settings.sup.existing", { count: result.existing })}</p>}
        {result.invalid > 0 && <p>{t("settings.sup.invalid", { count: result.invalid })}</p>}
      </Note>
      {result.errors.length > 0 && (
        <ul className="note-list small">
          {result.errors.map((each) => (
            <li key={each.line}>{t("settings.sup.line", { line: each.line, message: translate(each.message) })}</li>
          ))}
        </ul>
      )}
      <div className="dialog-actions">
        <Button variant="main" onPress={onClose}>{t("kit.close")}</Button>
      </div>
    </>
  );
}
