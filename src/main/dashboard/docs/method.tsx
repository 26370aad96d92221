/** The method of an operation; its colour says the same once more. */
export function Method({ method }: { method: string }) {
  return (
    <span className={`docs-method docs-method-${method}`}>{method === "delete" ? "DEL" : method.toUpperCase()}</span>
  );
}
