import { t } from "../../base/words.ts";
import { Badge, Status } from "../badge.tsx";

/** How a rate stands against its limits, in the word of the API: "healthy", "warning", "critical"; none where nothing was sent. */
export function Level({ value, of }: { value: string | undefined; of: number }) {
  return of === 0 ? <Badge>{t("status.level.none")}</Badge> : <Status value={value ?? "healthy"} />;
}
