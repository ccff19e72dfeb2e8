export const problems = {
  home: 'Go to the overview',
  notAllowed: {
    title: 'Not allowed',
    text: 'Your role does not allow this. Ask an admin for a role that does.',
  },
  notFound: {
    title: 'Not found',
    text: 'This does not exist, or you may not see it. It may also have been deleted.',
  },
  away: 'Something that the dashboard needs does not respond or is full, so this page cannot be shown, and a change may not have been made. Try again in a minute, or tell the operator of this installation.',
  foreign: {
    title: 'Request refused',
    text: 'The request did not come from a page of this dashboard, so nothing was changed. Open the page again and send the form from there.',
  },
};
