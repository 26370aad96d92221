import { Page } from "../app/page.tsx";
import { useQueryState } from "../base/address.ts";
import { useChange } from "../base/data.ts";
import { useRouter } from "../base/project.ts";
import { discardChanges } from "../base/unsaved.ts";
import { t } from "../base/words.ts";
import { filterOf } from "../conditions/filter.ts";
import { SegmentForm } from "./form.tsx";

export default function CreateSegment() {
  const { open } = useRouter();
  const [{ filters }] = useQueryState();
  const create = useChange("post", "/segments", {
    refreshes: ["/segments"],
    onDone: (segment) => {
      discardChanges();
      open(`segments/${segment.id}`);
    },
  });
  return (
    <Page title={t("segments.new")} above={{ label: t("app.page.segments"), to: "segments" }}>
      <SegmentForm
        initialFilters={filterOf(filters)}
        error={create.error}
        isPending={create.isPending}
        onSave={({ description, ...rest }) => create.mutate({ body: { ...rest, ...(description && { description }) } })}
      />
    </Page>
  );
}
