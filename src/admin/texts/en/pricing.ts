export const pricing = {
  action: 'Action',
  unit: 'Per',
  credits: 'Credits',
  free: 'Free',
  others: 'Other actions',
  othersNote: 'The price list names these actions, but no type of ad of this installation charges them.',
  none: 'No action has a price.',
};
