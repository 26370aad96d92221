import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../base/api.ts";
import { Link } from "../base/link.tsx";
import { useProject } from "../base/project.ts";
import { useDebounced } from "../base/use-debounced.ts";
import { t } from "../base/words.ts";
import { type Group, isComplete } from "../conditions/filter.ts";
import { FailureNote } from "../kit/failure.tsx";
import { Count } from "../kit/chart/number.tsx";
import { Skeleton } from "../kit/states.tsx";

/** Milliseconds after the last change until the server counts; earlier calls are cancelled. */
const DEBOUNCE_MS = 250;

/** The number of contacts that the conditions find, and some of them. */
export function PreviewMembers({ filters }: { filters: Group }) {
  const text = JSON.stringify(isComplete(filters) ? filters : null);
  const debounced = useDebounced(text, DEBOUNCE_MS);
  const project = useProject();
  const query = useQuery({
    queryKey: ["/segments/preview", project, debounced, "members"],
    queryFn: ({ signal }) => api.post("/segments/preview", { body: { filters: JSON.parse(debounced) }, signal }),
    enabled: debounced !== "null",
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
  const found = query.data;
  return (
    <aside className="sheet stack-small segments-preview" aria-label={t("segments.preview")}>
      {query.error && <FailureNote error={query.error} />}
      {query.isLoading && <Skeleton lines={4} />}
      {text === "null" && <p className="soft">{t("segments.incomplete")}</p>}
      {found && text !== "null" && (
        <>
          <p role="status" className={query.isPlaceholderData || debounced !== text ? "soft" : ""}>
            <span className="figure-value">
              <Count value={found.count} />
            </span>{" "}
            {t("segments.found", { count: found.count })}
          </p>
          <ul role="list" className="segments-sample">
            {found.sample.map((member) => (
              <li key={member.id} className="truncated">
                <Link to={`contacts/${member.id}`}>{member.email}</Link>
              </li>
            ))}
          </ul>
          {found.count > found.sample.length && (
            <p className="soft small">{t("segments.more", { count: found.count - found.sample.length })}</p>
          )}
        </>
      )}
    </aside>
  );
}
