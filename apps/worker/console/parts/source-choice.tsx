import { SOURCES } from '#sources/registry';

/** Field of a form that chooses one source, or all. @param chosen code of the source; null for all. */
export function SourceChoice({ chosen }: { chosen: string | null }) {
  return (
    <>
      <label for="source">Source</label>
      <select id="source" name="source">
        <option value="">toutes</option>
        {SOURCES.map(({ code, nom }) => (
          <option value={code} selected={code === chosen}>
            {nom}
          </option>
        ))}
      </select>
    </>
  );
}
