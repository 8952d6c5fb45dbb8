/** The consultation's own page: a stub, nothing is collected from it. */
export function detailPage(numero: string, organisme: string): string {
  return `<!DOCTYPE html>
<html lang="fr">
<head><meta charset="utf-8" /><title>Consultation ${numero}</title></head>
<body><h1>Consultation ${numero}</h1><p>Organisme : ${organisme}</p></body>
</html>
`;
}
