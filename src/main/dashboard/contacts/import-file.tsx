import { useRef, useState } from "react";
import { formatBytes } from "../base/format.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Note } from "../kit/failure.tsx";
import { Icon } from "../kit/icon.tsx";
import { type CsvSample, MAX_BYTES, readCsvSample } from "./csv-sample.ts";

/** A place to drop a file, and a button to choose one. */
export function ImportFile({ onRead }: { onRead: (csv: CsvSample) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [over, setOver] = useState(false);
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_BYTES) return setProblem(t("contacts.tooLarge", { size: formatBytes(file.size) }));
    setProblem(undefined);
    const csv = await readCsvSample(file);
    if (csv.header.length === 0 || csv.rows.length === 0) return setProblem(t("contacts.noRows"));
    onRead(csv);
  };
  return (
    <div className="stack">
      <div role="alert">{problem && <Note tone="bad">{problem}</Note>}</div>
      <div
        className={`sheet contacts-drop${over ? " contacts-drop-over" : ""}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void read(event.dataTransfer.files[0]);
        }}
      >
        <span className="empty-icon">
          <Icon name="upload" size={28} />
        </span>
        <h2>{t("contacts.dropTitle")}</h2>
        <p className="soft empty-text">{t("contacts.dropText")}</p>
        <Button variant="main" icon="upload" onPress={() => input.current?.click()}>{t("contacts.chooseFile")}</Button>
        <input
          ref={input}
          type="file"
          name="file"
          accept=".csv,text/csv"
          className="unseen"
          tabIndex={-1}
          aria-label={t("contacts.chooseFile")}
          onChange={({ target }) => {
            void read(target.files?.[0]);
            // A file that is mended has the same name, and choosing it again has to count.
            target.value = "";
          }}
        />
      </div>
    </div>
  );
}
