export const lists = {
  filter: 'Filter',
  text: 'Text',
  all: 'All',
  yes: 'Yes',
  no: 'No',
  none: 'None',
  pager: {
    label: 'Pages',
    previous: 'Previous',
    next: 'Next',
    page: (page: string, pages: string) => `Page ${page} of ${pages}`,
    total: (count: string, value: number) => (value === 1 ? '1 entry' : `${count} entries`),
  },
  badPage: 'The page number in the address is not valid, so the first page is shown.',
  badChoice: (known: readonly string[]) => `Use one of ${known.join(', ')}.`,
};
