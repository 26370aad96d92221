import { t } from "../../base/words.ts";
import { Badge, Status } from "../badge.tsx";

/** The level of a rate against its limits, as the API names it: "healthy", "warning", "critical"; none where nothing was sent. */
export function Level({ value, of }: { value: string | undefined; of: number }) {
  return of === 0 ? <Badge>{t("status.level.none")}</Badge> : <Status value={value ?? "healthy"} />;
}
