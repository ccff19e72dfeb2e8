export const lists = {
  text: 'Text',
  yes: 'Yes',
  no: 'No',
  pageOf: (page: string, pages: string) => `page ${page} of ${pages}`,
  entries: (count: string, value: number) => (value === 1 ? '1 entry' : `${count} entries`),
  badPage: 'The page number in the address is not valid, so the first page is shown.',
};
