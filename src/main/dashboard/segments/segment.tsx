import { Page } from "../app/page.tsx";
import { useAnswer } from "../base/data.ts";
import type { PageProps } from "../base/feature.ts";
import { t } from "../base/words.ts";
import { Badge } from "../kit/badge.tsx";
import { Count } from "../kit/chart/number.tsx";
import { Loaded } from "../kit/states.tsx";
import { Tabs } from "../kit/tabs.tsx";
import { Actions } from "./actions.tsx";
import { Explain } from "./explain.tsx";
import { Edit } from "./edit.tsx";
import { History } from "./history.tsx";
import { Members } from "./members.tsx";
import { Uses } from "./summary.tsx";

/** One segment: its members, its conditions, and why somebody is in it or not. */
export default function SegmentPage({ params }: PageProps) {
  const id = params.id!;
  const segment = useAnswer("/segments/{id}", { path: { id } }, { topics: [`segment:${id}`, "segment"] });
  const known = segment.data;
  return (
    <Page
      title={known?.name ?? t("app.page.segment")}
      above={{ label: t("app.page.segments"), to: "segments" }}
      about={known && (
        <span className="row-wrap">
          <Badge>{t(`segments.kind.${known.type}`)}</Badge>
          {known.counted
            ? (
              <span>
                <Count value={known.memberCount} /> {t("segments.found", { count: known.memberCount })}
              </span>
            )
            : <span className="soft">{t("segments.countingText")}</span>}
          {known.description && <span>· {known.description}</span>}
        </span>
      )}
      actions={known && <Actions segment={known} />}
    >
      <Loaded query={segment} lines={6}>
        {(segment) => (
          <>
            <Uses segment={segment} />
            <Tabs
              label={segment.name}
              parts={[
                { id: "members", label: t("segments.members"), content: () => <Members segment={segment} /> },
                { id: "history", label: t("segments.history"), content: () => <History segment={segment} /> },
                {
                  id: "edit",
                  label: t("segments.definition"),
                  content: () => <Edit segment={segment} />,
                  isForm: true,
                },
                { id: "explain", label: t("segments.why"), content: () => <Explain segment={segment} /> },
              ]}
            />
          </>
        )}
      </Loaded>
    </Page>
  );
}
