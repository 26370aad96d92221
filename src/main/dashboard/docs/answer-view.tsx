import { t } from "../base/words.ts";
import { Note } from "../kit/failure.tsx";
import { Snippet } from "../kit/snippet.tsx";
import type { Outcome } from "./perform.ts";

/** The status, the headers and the body of the answer to a call that was tried out. */
export function AnswerView({ outcome }: { outcome: Outcome }) {
  const { status, headers = [], text, file, failure, durationMs, isRunning } = outcome;
  if (failure) {
    return (
      <Note tone="bad">
        <span role="alert">{t("docs.noAnswer", { failure })}</span>
      </Note>
    );
  }
  if (status === undefined) return null;
  const samples = [
    ...(text ? [{ id: "body", label: t("docs.body"), code: pretty(text) }] : []),
    { id: "headers", label: t("docs.headers"), code: headers.map((each) => each.join(": ")).join("\n") },
  ];
  return (
    <div className="docs-answer stack-small">
      <p className="row-wrap" role="status">
        <span className={`badge badge-${status < 400 ? "good" : "bad"}`}>{status}</span>
        {isRunning ? t("docs.running") : t("docs.took", { took: durationMs })}
      </p>
      {file && <a className="button" href={file.address} download="answer">{t("docs.download", { size: file.size })}
      </a>}
      <Snippet key={text ? "text" : "none"} label={t("docs.answer")} samples={samples} />
    </div>
  );
}

/** JSON with its lines moved in; anything else as it came. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
