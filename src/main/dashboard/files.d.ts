declare module "*.svg" {
  const address: string;
  export default address;
}

/** The built style sheet of each folder, put in by the build. */
declare const STYLES: Record<string, string>;

declare module "*.md" {
  const text: string;
  export default text;
}
