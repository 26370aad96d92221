import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Writes the two compressed copies of a file; the server sends nothing else. */
export async function writeCompressed(folder: string, name: string, bytes: Uint8Array, quality: number) {
  const options = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  };
  const [brotli, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, options),
    promisify(gzip)(bytes, { level: Math.min(quality, 9) }),
  ]);
  await Promise.all([writeFile(`${folder}/${name}.br`, brotli), writeFile(`${folder}/${name}.gz`, gz)]);
}
