export const shell = {
  product: 'Adwright',
  skip: 'Skip to the content',
  navigation: 'Sections',
  titles: {
    overview: 'Overview',
    jobs: 'Jobs',
    playground: 'Playground',
    accounts: 'Accounts',
    keys: 'API keys',
    deliveries: 'Deliveries',
    audit: 'Audit log',
    pricing: 'Pricing',
    health: 'Health',
    settings: 'Settings',
    sessions: 'Sessions',
  },
};
