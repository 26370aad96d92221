import { useLayoutEffect, useRef, useState } from "react";
import { t } from "../base/words.ts";
import { Builder } from "../conditions/builder.tsx";
import { EMPTY, type Group, groupOf, isComplete } from "../conditions/filter.ts";
import { Button } from "../kit/form/button.tsx";
import { Checkbox, Select } from "../kit/form/choice.tsx";
import { Field } from "../kit/form/field.tsx";
import { Form } from "../kit/form/form.tsx";
import type { Segment, SegmentDraft } from "./api.ts";
import { ExplainDraft } from "./explain-draft.tsx";
import { PreviewMembers } from "./preview.tsx";

interface Props {
  segment?: Segment;
  /** The conditions that a new segment begins with. */
  initialFilters?: Group | undefined;
  error: Error | null;
  isPending: boolean;
  /** The number of times the form was saved: the draft sent last is stored then. */
  saves?: number;
  onSave: (body: SegmentDraft) => void;
}

/** A segment as a form: its conditions, with whom they find at this moment beside them. */
export function SegmentForm({ segment, initialFilters = EMPTY, error, isPending, saves = 0, onSave }: Props) {
  const [type, setType] = useState<Segment["type"]>(segment?.type ?? "DYNAMIC");
  const [name, setName] = useState(segment?.name ?? "");
  const [description, setDescription] = useState(segment?.description ?? "");
  const [tracked, setTracked] = useState(segment?.trackMembership ?? false);
  const [filters, setFilters] = useState<Group>(groupOf(segment?.filters) ?? initialFilters);
  const shown = JSON.stringify([type, name, description, tracked, filters]);
  const [saved, setSaved] = useState(shown);
  const sent = useRef(shown);
  useLayoutEffect(() => setSaved(sent.current), [saves]);
  const dynamic = type === "DYNAMIC";
  const save = () => {
    sent.current = shown;
    onSave({
      name,
      description: description || null,
      ...(dynamic ? { filters, trackMembership: tracked } : {}),
      ...(segment ? {} : { type }),
    });
  };
  return (
    <div className={dynamic ? "segments-split" : "segments-narrow"}>
      <Form onSubmit={save} error={error} unsaved={shown !== saved}>
        <section className="sheet stack">
          <Field label={t("segments.name")} name="name" value={name} onChange={setName} isRequired />
          <Field
            label={t("segments.description")}
            name="description"
            value={description}
            onChange={setDescription}
          />
          {!segment && (
            <Select
              label={t("segments.kind")}
              value={type}
              options={(["DYNAMIC", "STATIC"] as const).map((id) => ({
                id,
                label: t(`segments.kind.${id}`),
                hint: t(`segments.kind.${id}.hint`),
              }))}
              onChange={setType}
            />
          )}
        </section>
        {dynamic && (
          <section className="sheet stack" aria-labelledby="conditions">
            <h2 id="conditions">{t("segments.conditions")}</h2>
            <Builder value={filters} onChange={setFilters} />
            <Checkbox isSelected={tracked} onChange={setTracked}>{t("segments.track")}</Checkbox>
            <p className="hint">{t("segments.trackHint")}</p>
          </section>
        )}
        <div className="form-actions">
          <Button
            variant="main"
            type="submit"
            isPending={isPending}
            isDisabled={!name.trim() || (dynamic && !isComplete(filters))}
          >
            {t("segments.save")}
          </Button>
        </div>
      </Form>
      {dynamic && (
        <div className="segments-aside">
          <PreviewMembers filters={filters} />
          <ExplainDraft filters={filters} />
        </div>
      )}
    </div>
  );
}
