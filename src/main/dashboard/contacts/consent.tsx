import { useState } from "react";
import { useAnswer } from "../base/data.ts";
import { Link } from "../base/link.tsx";
import { t } from "../base/words.ts";
import { Button } from "../kit/form/button.tsx";
import { Empty, Loaded } from "../kit/states.tsx";
import { Time } from "../kit/time.tsx";
import { StepList, TimelineStep } from "../kit/timeline.tsx";
import { causeOf, type Change, type Consent as Answer } from "./consent-words.ts";

const FIRST = 20;
const MAX_ENTRIES = 100;

/** The history of a contact's subscription: when it changed, by what, and the evidence. */
export function Consent({ contactId }: { contactId: string }) {
  const [limit, setLimit] = useState(FIRST);
  const consent = useAnswer("/contacts/{id}/consent", {
    path: { id: contactId },
    query: { limit },
  }, { topics: [`contact:${contactId}`] });
  return (
    <Loaded query={consent} lines={4}>
      {({ history, hasMore }: Answer) =>
        history.length === 0
          ? (
            <Empty icon="shield" title={t("contacts.noConsent")}>
              <p>{t("contacts.noConsentText")}</p>
            </Empty>
          )
          : (
            <div className="stack-small">
              <StepList>{history.map((change) => <Line key={change.at + change.type} change={change} />)}</StepList>
              {hasMore && limit < MAX_ENTRIES && (
                <div>
                  <Button onPress={() => setLimit(MAX_ENTRIES)}>{t("contacts.earlier")}</Button>
                </div>
              )}
            </div>
          )}
    </Loaded>
  );
}

function Line({ change }: { change: Change }) {
  const { type, first, at, evidence } = change;
  return (
    <TimelineStep
      tone={type === "UNSUBSCRIBED" ? "watch" : "good"}
      icon={type === "UNSUBSCRIBED" ? "minus" : "check"}
      title={t(first ? `contacts.consent.first.${type}` : `contacts.consent.${type}`)}
      time={<Time at={at} />}
    >
      <p className="small">{causeOf(change)}</p>
      {evidence.proof && <p className="small soft contacts-about">{t("contacts.quoted", { text: evidence.proof })}</p>}
      {evidence.emailId && (
        <p className="small">
          <Link to={`emails/${evidence.emailId}`}>{t("contacts.consent.openEmail")}</Link>
        </p>
      )}
    </TimelineStep>
  );
}
