import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../base/api.ts";
import { ApiError } from "../base/errors.ts";
import { formatBytes } from "../base/format.ts";
import { PREVIEW } from "../base/preview.ts";
import { useProject } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { FailureNote, fieldErrorsOf, Note } from "../kit/failure.tsx";
import { Field } from "../kit/form/field.tsx";
import type { IconName } from "../kit/icon.tsx";
import { EmailFrame } from "../kit/email-frame.tsx";
import { translate } from "../kit/server-words.ts";
import { Empty, Skeleton } from "../kit/states.tsx";
import { hasDefault } from "./defaults.ts";
import { useDebounced } from "../base/use-debounced.ts";
import type { DraftPreviewResponse } from "../generated/api.ts";

export interface Draft {
  subject: string;
  body: string;
  type: string;
}

type Rendered = DraftPreviewResponse;

const MODES = ["light", "dark", "phone", "text"] as const;
type Mode = (typeof MODES)[number];
const ICONS: Record<Mode, IconName> = { light: "sun", dark: "moon", phone: "phone", text: "list" };

/** The email as the server renders it: for whom, light or dark, as wide as a phone, as text, and what is wrong with it. */
export function Preview({ draft, height = 520 }: { draft: Draft; height?: number }) {
  const [mode, setMode] = useState<Mode>("light");
  const [email, setEmail] = useState("");
  const debounced = useDebounced(JSON.stringify({ ...draft, ...(email.includes("@") ? { email } : {}) }));
  const project = useProject();
  const { subject, body }: Draft = JSON.parse(debounced);
  const isComplete = Boolean(subject.trim() && body.trim());
  const query = useQuery({
    queryKey: ["/previews", project, debounced],
    queryFn: ({ signal }) => api.post("/previews", { body: JSON.parse(debounced), signal }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    ...PREVIEW,
  });
  const rendered = query.data;
  return (
    <section className="writing-preview stack-small" aria-label={t("writing.preview")}>
      <div className="row-wrap">
        <div className="row-wrap" role="group" aria-label={t("writing.looks")}>
          {MODES.map((each) => (
            <Button
              key={each}
              variant={each === mode ? "plain" : "quiet"}
              aria-pressed={each === mode}
              icon={ICONS[each]}
              onPress={() => setMode(each)}
            >
              {t(`writing.look.${each}`)}
            </Button>
          ))}
        </div>
      </div>
      <Field label={t("writing.as")} placeholder={t("writing.sample")} value={email} onChange={setEmail} type="email" />
      {query.error && <Failed error={query.error} />}
      {query.isLoading && <Skeleton lines={6} />}
      {!isComplete && <Empty icon="eye" title={t("writing.nothing")}>{t("writing.nothingText")}</Empty>}
      {rendered && (
        <>
          <p className="writing-subject">
            <span className="soft">{t("writing.subject")}:</span> <strong>{rendered.subject}</strong>
          </p>
          {mode === "text" && <pre className="writing-text" tabIndex={0}>{rendered.text}</pre>}
          {/* The frame stays, because the server keeps its page for some minutes only. */}
          <div hidden={mode === "text"}>
            <EmailFrame
              title={t("writing.preview")}
              path={`/previews/${rendered.id}`}
              height={height}
              theme={mode === "dark" ? "dark" : "light"}
              {...(mode === "phone" ? { width: 375 } : {})}
            />
          </div>
          {mode === "dark" && <p className="hint">{t("writing.darkHint")}</p>}
          <Findings rendered={rendered} draft={draft} />
        </>
      )}
    </section>
  );
}

function Failed({ error }: { error: Error }) {
  return error instanceof ApiError && error.status === 422
    ? (
      <Note tone="bad">
        <ul className="note-list">
          {fieldErrorsOf(error).map((each) => <li key={each}>{each}</li>)}
        </ul>
      </Note>
    )
    : error instanceof ApiError && error.code === "CONTACT_NOT_FOUND"
    ? <Note tone="watch">{t("writing.noContact")}</Note>
    : <FailureNote error={error} />;
}

function Findings({ rendered, draft }: { rendered: Rendered; draft: Draft }) {
  const { missing, problems, bytes } = rendered;
  const withoutDefault = missing.filter((name) => !hasDefault(name, draft.subject + draft.body));
  const withDefault = missing.filter((name) => !withoutDefault.includes(name));
  return (
    <div className="stack-small">
      {withoutDefault.length > 0 && (
        <Note tone="watch">
          {t("writing.missing", { count: withoutDefault.length, names: withoutDefault.join(", ") })}
        </Note>
      )}
      {withDefault.length > 0 && (
        <p className="soft small">
          {t("writing.defaults", { count: withDefault.length, names: withDefault.join(", ") })}
        </p>
      )}
      {problems.map((problem) => <Note key={problem.code} tone="watch">{translate(problem.message)}</Note>)}
      <p className="soft small">{formatBytes(bytes)}</p>
    </div>
  );
}
