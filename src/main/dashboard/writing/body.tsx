import { lazy, Suspense } from "react";
import { t } from "../base/words.ts";
import { Skeleton } from "../kit/states.tsx";

const Code = lazy(() => import("./code.tsx"));

/** The HTML of a mail; the editor comes after the page. */
export function Body(props: { value: string; onChange: (value: string) => void; error?: string | undefined }) {
  return (
    <Suspense fallback={<Skeleton lines={8} />}>
      <Code label={t("writing.body")} {...props} />
    </Suspense>
  );
}

/** A mail to begin with. */
export const FIRST_BODY = `<!doctype html>
<html>
  <body style="font-family: sans-serif; line-height: 1.5">
    <p>Hello {{firstName ?? there}},</p>
    <p></p>
  </body>
</html>
`;
