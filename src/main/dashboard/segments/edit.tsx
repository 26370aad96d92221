import { useRef, useState } from "react";
import { refresh, useChange } from "../base/data.ts";
import { t } from "../base/words.ts";
import { Conflict, isConflict } from "../conflict/conflict.tsx";
import { showToast } from "../kit/toast.tsx";
import type { Segment, SegmentChange } from "./api.ts";
import { SegmentForm } from "./form.tsx";

/** The form of a segment that is there. Whoever saves over somebody else's change chooses between both states. */
export function Edit({ segment }: { segment: Segment }) {
  const version = useRef(segment.version);
  const [revision, setRevision] = useState(0);
  const [saves, setSaves] = useState(0);
  const save = useChange("patch", "/segments/{id}", {
    refreshes: ["/segments"],
    onDone: (saved) => {
      version.current = saved.version;
      setSaves((saves) => saves + 1);
      showToast(t("segments.saved"));
    },
  });
  const send = (body: SegmentChange) => save.mutate({ path: { id: segment.id }, body, ifMatch: version.current });
  return (
    <>
      <SegmentForm
        key={`${segment.id} ${revision}`}
        segment={segment}
        error={isConflict(save.error) ? null : save.error}
        isPending={save.isPending}
        saves={saves}
        onSave={send}
      />
      <Conflict
        error={save.error}
        isPending={save.isPending}
        labels={{
          name: t("segments.name"),
          description: t("segments.description"),
          filters: t("segments.conditions"),
          trackMembership: t("segments.track"),
        }}
        onKeep={(sent, stored) => {
          version.current = stored;
          send(sent);
        }}
        onUseStored={async (stored) => {
          await refresh("/segments");
          version.current = stored;
          save.reset();
          setRevision(revision + 1);
        }}
      />
    </>
  );
}
