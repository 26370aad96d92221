import { useRef } from "react";
import { Page } from "../app/page.tsx";
import { setLeaveGuard } from "../base/address.ts";
import { useAnswer, useChange } from "../base/data.ts";
import type { PageProps } from "../base/feature.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Count } from "../kit/number.tsx";
import { Loaded } from "../kit/states.tsx";
import { Tabs } from "../kit/tabs.tsx";
import { say } from "../kit/toast.tsx";
import { Actions } from "./actions.tsx";
import type { Segment } from "./api.ts";
import { Explain } from "./explain.tsx";
import { SegmentForm } from "./form.tsx";
import { Members } from "./members.tsx";

/** One segment: its members, its conditions, and why somebody is in it or not. */
export default function SegmentPage({ params }: PageProps) {
  const id = params.id!;
  const segment = useAnswer("/segments/{id}", { path: { id } as never }, { topics: [`segment:${id}`, "segment"] });
  const known = segment.data as unknown as Segment | undefined;
  return (
    <Page
      title={known?.name ?? t("app.page.segment")}
      above={{ label: t("app.page.segments"), to: "segments" }}
      about={known && (
        <span className="row-wrap">
          <Badge>{t(`segments.kind.${known.type}`)}</Badge>
          <span>
            <Count value={known.memberCount} /> {t("segments.found", { count: known.memberCount })}
          </span>
          {known.description && <span>· {known.description}</span>}
        </span>
      )}
      actions={known && <Actions segment={known} />}
    >
      <Loaded query={segment as never} lines={6}>
        {(segment: Segment) => (
          <Tabs
            label={segment.name}
            parts={[
              { id: "members", label: t("segments.members"), content: () => <Members segment={segment} /> },
              { id: "edit", label: t("segments.definition"), content: () => <Edit segment={segment} /> },
              { id: "explain", label: t("segments.why"), content: () => <Explain segment={segment} /> },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}

function Edit({ segment }: { segment: Segment }) {
  const version = useRef(segment.version);
  const save = useChange("patch", "/segments/{id}", {
    refreshes: ["/segments"],
    onDone: (saved) => {
      version.current = (saved as unknown as Segment).version;
      setLeaveGuard(undefined);
      say(t("segments.saved"));
    },
  });
  return (
    <SegmentForm
      key={segment.id}
      segment={segment}
      error={save.error}
      isPending={save.isPending}
      onSave={(body) =>
        save.mutate({ path: { id: segment.id } as never, body: body as never, ifMatch: version.current })}
    />
  );
}
