import { useEffect, useRef } from "react";
import { ApiError, Refused, Unreachable } from "../base/errors.ts";
import { isKey, type Key, t } from "../base/words.ts";
import { CopyButton } from "./copy.tsx";
import { Icon } from "./icon.tsx";
import { PlainButton } from "./form/plain-button.tsx";
import { translate } from "./server-words.ts";

const CODE_TO_KEY: Record<string, Key> = {
  IDEMPOTENCY_KEY_REUSED: "kit.error.doneBefore",
  IDEMPOTENCY_IN_PROGRESS: "kit.error.running",
};

/** The codes whose sentence from the server says more than one for their status. */
const CODES_WITH_SENTENCE = ["PROJECT_DISABLED", "BILLING_LIMIT_EXCEEDED"];

const STATUS_TO_KEY: Record<number, Key> = {
  403: "kit.error.403",
  404: "kit.error.404",
  429: "kit.error.429",
  503: "kit.error.503",
};

/** One sentence about what happened, in the reader's language where we have one, else in the server's words. */
export function sentenceOf(error: Error): string {
  if (error instanceof Unreachable) return t("kit.error.offline");
  if (error instanceof Refused) return translate(error.message);
  if (!(error instanceof ApiError)) return t("kit.error.page");
  const words = translate(error.message);
  if (words !== error.message || CODES_WITH_SENTENCE.includes(error.code)) return words;
  const key = CODE_TO_KEY[error.code] ?? roleKeyOf(error) ?? STATUS_TO_KEY[error.status];
  if (error.status === 429) return t("kit.error.429", { seconds: error.retryAfter ?? 1 });
  if (key) return t(key);
  return error.status >= 500 ? t("kit.error.500") : words;
}

/** The sentence that names the role which is needed, where the server says it. */
function roleKeyOf({ details }: ApiError): Key | undefined {
  const key = `kit.error.403.${details.requiredRole}`;
  return isKey(key) ? key : undefined;
}

/** True when the server says more than the sentence that is shown. */
const isMore = (error: ApiError) =>
  error.message !== "" && !roleKeyOf(error) && sentenceOf(error) === t("kit.error.403");

/** The label that forms have for a member of a request. */
function labelOf(field: string): string {
  const key = `server.field.${field}`;
  return isKey(key) ? t(key) : field;
}

/** The errors in the members of a request, by the names that forms have for them. */
export function fieldErrorsOf(error: Error): string[] {
  const fields = error instanceof ApiError ? error.fields : [];
  return fields.map(({ field, message }) => (field && `${labelOf(field)}: `) + translate(message));
}

interface Props {
  error: Error;
  /** The errors of fields are shown at the fields. */
  hidesFields?: boolean | undefined;
  onRetry?: (() => void) | undefined;
}

/** Says that something failed, with the request's id for whoever has to find it. It stays until the next attempt. */
export function FailureNote({ error, hidesFields = false, onRetry }: Props) {
  const isApi = error instanceof ApiError;
  const fields = isApi && !hidesFields ? error.fields : [];
  return (
    <div className="note note-bad" role="alert" tabIndex={-1}>
      <Icon name="warning" />
      <div className="grow stack-small">
        <p>
          {isApi && error.fields.length > 0 ? t("kit.error.fields", { count: error.fields.length }) : sentenceOf(error)}
        </p>
        {fields.length > 0 && (
          <ul className="note-list">
            {fieldErrorsOf(error).map((each) => <li key={each}>{each}</li>)}
          </ul>
        )}
        {isApi && error.status === 403 && isMore(error) && <p className="small">{error.message}</p>}
        {isApi && error.requestId && <RequestId id={error.requestId} />}
      </div>
      {onRetry && <PlainButton onPress={onRetry} icon="refresh">{t("kit.retry")}</PlainButton>}
    </div>
  );
}

/** The id by which the server's log names a request, to copy. */
export function RequestId({ id }: { id: string }) {
  return (
    <p className="small row-wrap">
      {t("kit.error.request")} <code>{id}</code>
      <CopyButton text={id} label={t("kit.error.copyRequest")} />
    </p>
  );
}

interface NoteProps {
  tone?: "info" | "good" | "watch" | "bad";
  children: React.ReactNode;
  action?: React.ReactNode;
}

/** A remark beside content, with a meaning. */
export function Note({ tone = "info", children, action }: NoteProps) {
  const icon = tone === "good" ? "check" : tone === "info" ? "info" : "warning";
  return (
    <div className={`note note-${tone}`}>
      <Icon name={icon} />
      <div className="grow">{children}</div>
      {action}
    </div>
  );
}

/** Says in the place of a form that what it asked for is done; takes the focus, so that it is read and the next thing follows. */
export function DoneNote({ children }: { children: React.ReactNode }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <div className="note note-good" role="status" tabIndex={-1} ref={note}>
      <Icon name="check" />
      <div className="grow">{children}</div>
    </div>
  );
}
