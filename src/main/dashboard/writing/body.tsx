import { t } from "../base/words.ts";
import { loadable, Skeleton } from "../kit/states.tsx";

const Code = loadable(() => import("./code.tsx"), <Skeleton lines={8} />);

/** The HTML of an email; the editor comes after the page. */
export function Body(props: { value: string; onChange: (value: string) => void; error?: string | undefined }) {
  return <Code label={t("writing.body")} {...props} />;
}

/** An email to begin with. */
export const FIRST_BODY = `<!doctype html>
<html>
  <body style="font-family: sans-serif; line-height: 1.5">
    <p>Hello {{firstName ?? there}},</p>
    <p></p>
  </body>
</html>
`;
