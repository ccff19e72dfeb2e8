export const pricing = {
  action: 'Action',
  unit: 'For',
  credits: 'Credits',
  none: 'No action has a price.',
};
