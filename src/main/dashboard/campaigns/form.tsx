import { useState } from "react";
import { useAnswer } from "../base/data.ts";
import { ApiError } from "../base/errors.ts";
import { useProject } from "../base/project.ts";
import { t } from "../base/words.ts";
import { Button, ButtonLink } from "../kit/form/button.tsx";
import { Select } from "../kit/form/choice.tsx";
import { Note } from "../kit/failure.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import { byField } from "../kit/form/form-errors.ts";
import { type Group, groupOf } from "../conditions/filter.ts";
import { Body, FIRST_BODY } from "../writing/body.tsx";
import { Preview } from "../writing/preview.tsx";
import type { Campaign, CampaignBody } from "./api.ts";
import { AudienceChoice } from "./audience.tsx";
import { FromTemplate } from "./from-template.tsx";

export type Draft =
  & Pick<
    Campaign,
    "name" | "subject" | "from" | "fromName" | "replyTo" | "audienceType" | "segmentId" | "emailType"
  >
  & { body: string; audienceFilter: Group | null };

const EMPTY: Draft = {
  name: "",
  subject: "",
  body: FIRST_BODY,
  from: "",
  fromName: null,
  replyTo: null,
  audienceType: "ALL",
  segmentId: null,
  audienceFilter: null,
  emailType: "MARKETING",
};

interface Props {
  campaign?: Campaign;
  error: Error | null;
  isPending: boolean;
  onSave: (body: CampaignBody) => void;
  /** The label of the button that saves, where it does something else. */
  saveLabel?: string | undefined;
  backTo: string;
}

/** The members that the form writes. An answer has others, some of which say the same in another way. */
function draftOf(campaign: Campaign): Draft {
  const { name, subject, body, from, fromName, replyTo, audienceType, segmentId, audienceFilter, emailType } = campaign;
  return {
    name,
    subject,
    body: body ?? "",
    from,
    fromName,
    replyTo,
    audienceType,
    segmentId,
    audienceFilter: groupOf(audienceFilter) ?? null,
    emailType,
  };
}

/** The draft as the API takes it: of the audience only what its kind needs. */
function bodyOf(draft: Draft): CampaignBody {
  const { segmentId, audienceFilter, ...rest } = draft;
  return {
    ...rest,
    fromName: rest.fromName || null,
    replyTo: rest.replyTo || null,
    ...(draft.audienceType === "SEGMENT" && segmentId ? { segmentId } : {}),
    ...(draft.audienceType === "FILTERED" && audienceFilter ? { audienceFilter } : {}),
  };
}

/** A campaign as a form, with the email beside it. */
export function CampaignForm({ campaign, error, isPending, onSave, saveLabel, backTo }: Props) {
  const [draft, setDraft] = useState<Draft>(() => campaign ? draftOf(campaign) : EMPTY);
  const [changed, setChanged] = useState(false);
  const change = (part: Partial<Draft>) => {
    setChanged(true);
    setDraft((draft) => ({ ...draft, ...part }));
  };
  const text = (name: "name" | "subject" | "from" | "fromName" | "replyTo") => ({
    name,
    value: draft[name] ?? "",
    onChange: (value: string) => change({ [name]: value }),
  });
  const fault = error instanceof ApiError ? byField(error.fields).body : undefined;
  return (
    <div className="writing-split">
      <Form onSubmit={() => onSave(bodyOf(draft))} error={error} unsaved={changed}>
        <section className="sheet stack" aria-labelledby="content">
          <div className="spread">
            <h2 id="content">{t("campaigns.content")}</h2>
            <FromTemplate content={draft} onChoose={change} />
          </div>
          <Field label={t("campaigns.name")} hint={t("campaigns.nameHint")} isRequired {...text("name")} />
          <Field label={t("campaigns.subject")} isRequired {...text("subject")} />
          <Body value={draft.body} onChange={(body) => change({ body })} error={fault} />
        </section>
        <section className="sheet stack" aria-labelledby="sender">
          <h2 id="sender">{t("campaigns.sender")}</h2>
          <div className="writing-pair">
            <Field label={t("campaigns.from")} type="email" isRequired hint={<Domains />} {...text("from")} />
            <Field label={t("campaigns.fromName")} {...text("fromName")} />
          </div>
          <Field label={t("campaigns.replyTo")} type="email" {...text("replyTo")} />
        </section>
        <section className="sheet stack" aria-labelledby="audience">
          <h2 id="audience">{t("campaigns.audience")}</h2>
          <Select
            label={t("campaigns.class")}
            value={draft.emailType}
            options={(["MARKETING", "TRANSACTIONAL"] as const).map((id) => ({
              id,
              label: t(`campaigns.class.${id}`),
              hint: t(`campaigns.class.${id}.hint`),
            }))}
            onChange={(emailType) => change({ emailType })}
          />
          <AudienceChoice value={draft} emailType={draft.emailType} onChange={change} />
        </section>
        {campaign?.status === "SCHEDULED" && <Note>{t("campaigns.staysScheduled")}</Note>}
        <div className="form-actions">
          <Button variant="main" type="submit" isPending={isPending}>{saveLabel ?? t("campaigns.save")}</Button>
          <ButtonLink to={backTo}>{t("kit.cancel")}</ButtonLink>
        </div>
      </Form>
      <Preview draft={{ subject: draft.subject, body: draft.body, type: draft.emailType }} />
    </div>
  );
}

/** The domains one may send from. */
function Domains() {
  const projectId = useProject() ?? "";
  const domains = useAnswer("/domains/project/{projectId}", { path: { projectId } }, { topics: ["domain"] });
  if (!domains.data) return null;
  const names = domains.data.filter((each) => each.verified).map((each) => each.domain);
  return <>{names.length > 0 ? t("campaigns.fromHint", { domains: names.join(", ") }) : t("campaigns.noDomain")}</>;
}
