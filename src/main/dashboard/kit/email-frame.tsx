import { apiAddress } from "../base/api.ts";

interface Props {
  title: string;
  /** A path of the API that answers the email as a page, such as "/emails/7/html". */
  path: string;
  height?: number;
  /** Pixels; a phone has 375. */
  width?: number;
  /** The color scheme that the email is shown in; light when absent. */
  theme?: "light" | "dark";
}

/** An email as it will look, in a document with a policy of its own: no script can run in it. */
export function EmailFrame({ title, path, height = 480, width, theme }: Props) {
  const address = apiAddress(path, {}, true);
  // A new frame for each address, because one that is led elsewhere makes an entry of the history that the back button goes to.
  return (
    <div
      className={`email-frame${theme === "dark" ? " email-frame-dark" : ""}`}
      style={width ? { maxWidth: width } : {}}
    >
      <iframe
        key={address}
        title={title}
        src={address}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        style={{ height }}
      />
    </div>
  );
}
